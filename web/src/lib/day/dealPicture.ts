// Draws the result of a deal as a picture: the sheet as coloured squares, the points and the distribution.

import { t } from '../../i18n';
import { dayText } from '../../i18n/pages/day';
import type { Square } from '../../sheet/squares';
import type { DealStanding } from '../../wire';
import { gameTitle } from '../connection/session.svelte';
import { betterText, formatDay } from './deal';
import { histogramBins } from './histogram';

const WIDTH = 1080;
const HEIGHT = 1080;
const EDGE = 80;
/** The colours of the squares, as tokens. */
const FILLS: Record<Square, string> = { 0: '--paper-shade', 1: '--highlight', 2: '--accent' };

/**
 * Draw the picture as a PNG, in the colours of the page.
 *
 * @throws Error if the browser cannot draw it.
 */
export async function drawDeal(standing: DealStanding, squares: readonly Square[][]): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('the browser has no canvas');
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const write = (text: string, x: number, y: number, size: number, colour: string, align: CanvasTextAlign = 'left') => {
    pen.font = `700 ${size}px ${token('--font-display')}`;
    pen.fillStyle = token(colour);
    pen.textAlign = align;
    pen.fillText(text, x, y, WIDTH - 2 * EDGE);
  };
  pen.fillStyle = token('--bg');
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = token('--paper');
  pen.strokeStyle = token('--border');
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(EDGE / 2, EDGE / 2, WIDTH - EDGE, HEIGHT - EDGE, 24);
  pen.fill();
  pen.stroke();

  write(gameTitle(standing.game), EDGE, 145, 68, '--text');
  write(`${t('day.title')} · ${formatDay(standing.day)}`, EDGE, 205, 36, '--text-soft');

  const columns = Math.max(1, ...squares.map((row) => row.length));
  const size = Math.min(96, (WIDTH - 2 * EDGE) / columns, 480 / Math.max(squares.length, 1));
  const top = 265;
  squares.forEach((row, y) => {
    row.forEach((square, x) => {
      pen.fillStyle = token(FILLS[square]);
      pen.strokeStyle = token('--print');
      pen.beginPath();
      pen.roundRect(EDGE + x * size + 3, top + y * size + 3, size - 6, size - 6, 8);
      pen.fill();
      pen.stroke();
    });
  });

  const beside = EDGE + columns * size + 50;
  const isBeside = beside < WIDTH - EDGE - 300;
  const [x, y] = isBeside ? [beside, top + 110] : [EDGE, top + squares.length * size + 110];
  const points = standing.you?.points ?? 0;
  write(String(points), x, y, 130, '--text');
  const lines = [
    dayText('points'),
    betterText(standing.percentile),
    standing.streak > 1 ? dayText('streak', { n: standing.streak }) : null,
  ].filter((line) => line !== null);
  const shift = isBeside ? 0 : 260;
  lines.forEach((line, i) => write(line, x + shift, y + (isBeside ? 60 : -70) + i * 50, 38, '--text-soft'));

  drawColumns(pen, standing, token);
  const legend = standing.master === null ? '' : `${dayText('master')}: ${standing.master}`;
  write(`${dayText('you')}: ${points}`, EDGE, HEIGHT - 100, 30, '--accent');
  write(legend, EDGE + 220, HEIGHT - 100, 30, '--warn');
  write(`Knobel · ${location.host}`, WIDTH - EDGE, HEIGHT - 62, 26, '--text-soft', 'right');
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the browser made no image'))), 'image/png');
  });
}

/** The distribution at the bottom, with the own result and that of the best bot. */
function drawColumns(pen: CanvasRenderingContext2D, standing: DealStanding, token: (name: string) => string): void {
  const own = standing.you?.points ?? null;
  const marks = [own, standing.master].filter((mark) => mark !== null);
  const bins = histogramBins(standing.histogram, marks);
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const [bottom, tallest] = [HEIGHT - 150, 110];
  const width = (WIDTH - 2 * EDGE) / Math.max(bins.length, 1);
  bins.forEach(({ from, to, count }, i) => {
    const has = (mark: number | null) => mark !== null && from <= mark && mark <= to;
    const tall = Math.max((tallest * count) / highest, has(own) || has(standing.master) ? 10 : 2);
    pen.fillStyle = token(has(own) ? '--accent' : has(standing.master) ? '--warn' : '--print-soft');
    pen.fillRect(EDGE + i * width + 2, bottom - tall, width - 4, tall);
  });
  pen.fillStyle = token('--text-soft');
  pen.fillRect(EDGE, bottom, WIDTH - 2 * EDGE, 3);
}
