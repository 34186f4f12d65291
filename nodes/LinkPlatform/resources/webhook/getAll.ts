import { getMany } from '../getMany';
import { webhookList } from './list';

export const getAll = getMany(webhookList);
