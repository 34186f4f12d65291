export { parseFigure } from './dialect';
