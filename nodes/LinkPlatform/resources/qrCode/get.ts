import type { Endpoint } from '../../operation/operation';
import { qrCodeId } from './fields';

export const get: Endpoint = { route: 'GET /api/qr/{qrCodeId}', fields: [qrCodeId] };
