import type { Resource } from '../operation/operation';
import { link } from './link';
import { qrCode } from './qrCode';

/** Every resource of the action node, in the order of its menu. */
export const resources: Resource[] = [link, qrCode];
