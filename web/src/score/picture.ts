import { t } from '../text/language.svelte';
import { dayText, nameOf } from './say';
import type { MatchTally } from './tally';

const WIDE = 1080;
const INK = '#2b1b2e';
const [PLASTER, WALL, PAPER, MADDER, LINE] = ['#f6e3d7', '#ecc3b0', '#fff8ee', '#a4262c', '#c98a75'];

/** A result as a picture to be shared: a printed label with both names, the seals and every round. */
export async function picture(match: MatchTally): Promise<Blob> {
  await document.fonts?.ready;
  const rounds = match.rounds.filter((round) => !round.surplus);
  const high = 640 + 92 * rounds.length;
  const canvas = document.createElement('canvas');
  canvas.width = WIDE;
  canvas.height = high;
  const pen = canvas.getContext('2d')!;
  const display = (size: number) => `600 ${size}px Yrsa, Georgia, serif`;
  const write = (text: string, x: number, y: number, font: string, align: CanvasTextAlign = 'center', colour = INK, most = 420) => {
    pen.font = font;
    pen.textAlign = align;
    pen.fillStyle = colour;
    pen.fillText(text, x, y, most);
  };
  pen.fillStyle = PLASTER;
  pen.fillRect(0, 0, WIDE, high);
  pen.fillStyle = WALL;
  for (let x = 0; x < WIDE; x += 60) arch(pen, x, 0, 60, 70);
  pen.fillStyle = PAPER;
  pen.strokeStyle = LINE;
  pen.lineWidth = 4;
  pen.beginPath();
  pen.roundRect(50, 110, WIDE - 100, high - 190, 28);
  pen.fill();
  pen.stroke();
  const [left, right] = [WIDE / 4 + 15, (3 * WIDE) / 4 - 15];
  write(nameOf(match, 'a'), left, 215, display(68));
  write(nameOf(match, 'b'), right, 215, display(68));
  write(String(match.seals[0]), left, 430, display(250));
  write(String(match.seals[1]), right, 430, display(250));
  for (const [x, seat] of [[left, 'a'], [right, 'b']] as const) if (match.winner === seat) seal(pen, x + 150, 290, 52);
  write(t('picture.seals'), WIDE / 2, 400, '400 34px "Nunito Sans", Arial, sans-serif', 'center', INK, 220);
  rounds.forEach((round, i) => {
    const y = 545 + 92 * i;
    pen.fillStyle = LINE;
    pen.fillRect(110, y - 62, WIDE - 220, 2);
    write(t('score.round', { round: round.number }), WIDE / 2, y, '400 36px "Nunito Sans", Arial, sans-serif', 'center', INK, 300);
    ([left, right] as const).forEach((x, seat) => {
      const won = round.settled.winner === (seat ? 'b' : 'a');
      write(String(round.settled.totals[seat]), x, y + 8, display(72), 'center', won ? MADDER : INK);
    });
  });
  write(`${dayText(match.day)} · saudagar`, WIDE / 2, high - 30, '400 34px "Nunito Sans", Arial, sans-serif', 'center', INK, WIDE - 120);
  return new Promise((give, refuse) =>
    canvas.toBlob((blob) => (blob ? give(blob) : refuse(new Error('the picture cannot be made'))), 'image/png'),
  );
}

function arch(pen: CanvasRenderingContext2D, x: number, y: number, wide: number, high: number): void {
  pen.beginPath();
  pen.moveTo(x + 6, y);
  pen.lineTo(x + wide - 6, y);
  pen.lineTo(x + wide - 6, y + high * 0.45);
  pen.quadraticCurveTo(x + wide - 8, y + high * 0.7, x + wide / 2, y + high);
  pen.quadraticCurveTo(x + 8, y + high * 0.7, x + 6, y + high * 0.45);
  pen.fill();
}

function seal(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.fillStyle = MADDER;
  pen.beginPath();
  for (let i = 0; i <= 96; i++) {
    const angle = (i / 96) * 2 * Math.PI;
    const reach = radius * (1 + 0.08 * Math.cos(12 * angle));
    pen.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  pen.fill();
  pen.fillStyle = PAPER;
  pen.font = `600 ${radius}px Yrsa, Georgia, serif`;
  pen.textAlign = 'center';
  pen.fillText('S', x, y + radius * 0.3);
}
