export { parseTimestamp } from './dialect';
