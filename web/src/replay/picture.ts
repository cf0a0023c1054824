import type { State } from '../api/types';
import { bundle, letters } from '../rules/bundle';
import { isCard, type Card } from '../rules/card';
import { t } from '../text/language.svelte';
import { seatName } from '../text/narration';

export const drawings = import.meta.glob<string>('../art/{D,G,S,C,P,L,K,seal-won,seal-open}.svg', { query: '?raw', import: 'default', eager: true });
const WIDTH = 1200;
const HEIGHT = 630;
const INK = '#2b1b2e';
const TINTS: Record<Card, readonly [tint: string, main: string]> = {
  D: ['#dceef4', '#4e9cbf'], G: ['#fbe7b8', '#d98a00'], S: ['#e6e8ec', '#7d8795'], C: ['#f7d9e6', '#b0246b'],
  P: ['#fbdcc8', '#d4521a'], L: ['#ead8c8', '#7a4a2b'], K: ['#f3e6c8', '#ba8a46'],
};

/** The light palette's colours that drawings name: a picture of its own knows no style sheet. */
const NAMED: Readonly<Record<string, string>> = { '--plaster': '#f6e3d7', '--ink-soft': '#54404f' };

/** A drawing with every colour spelled out; throws for one that has no name here. */
export function spelledOut(svg: string): string {
  return svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    if (!NAMED[name]) throw new Error(`a picture knows no ${name}`);
    return NAMED[name];
  });
}

async function drawing(name: string): Promise<HTMLImageElement> {
  const text = spelledOut(drawings[`../art/${name}.svg`]!).replace('<svg ', '<svg width="200" height="200" ');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

/** One moment as a picture to send: made on this device, out of the same drawings as the table. */
export async function picture(state: State, said: string): Promise<Blob> {
  await Promise.all([document.fonts.load('600 40px Yrsa'), document.fonts.load('700 24px "Nunito Sans"')]);
  const names = ['D', 'G', 'S', 'C', 'P', 'L', 'K', 'seal-won', 'seal-open'];
  const art = new Map(await Promise.all(names.map(async (name) => [name, await drawing(name)] as const)));
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const paper = canvas.getContext('2d')!;
  paper.fillStyle = '#f6e3d7';
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  const { view, match } = state;

  const text = (words: string, x: number, y: number, size: number, family = 'Yrsa', most = 520) => {
    paper.font = `${family === 'Yrsa' ? 600 : 700} ${size}px "${family}", serif`;
    paper.fillStyle = INK;
    paper.fillText(words, x, y, most);
  };
  const card = (kind: Card, x: number, y: number, width: number) => {
    const [tint, main] = TINTS[kind];
    box(paper, x, y, width, width * 1.42, width * 0.09, '#fff8ee', INK, 3);
    box(paper, x + width * 0.06, y + width * 0.06, width * 0.88, width * 1.3, width * 0.05, tint, main, 3);
    paper.drawImage(art.get(kind)!, x + width * 0.15, y + width * 0.28, width * 0.7, width * 0.7);
    paper.textAlign = 'center';
    text(t(`good.${kind}`), x + width / 2, y + width * 1.2, width * 0.2, 'Yrsa', width * 0.84);
    paper.textAlign = 'left';
  };
  const strip = (seat: 'a' | 'b', y: number) => {
    paper.fillStyle = '#ecc3b0';
    paper.fillRect(0, y, WIDTH, 150);
    text(seatName(state, seat), 40, y + 62, 46, 'Yrsa', 320);
    text(t('rupees', { count: view.purses[seat].rupees }), 40, y + 100, 26, 'Nunito Sans', 320);
    for (let i = 0; i < match.seals_to_win; i += 1) {
      paper.drawImage(art.get(i < match.seals[seat] ? 'seal-won' : 'seal-open')!, 40 + i * 38, y + 108, 34, 34);
    }
    const hand = [...letters(bundle(view.hands[seat].cards ?? ''))].filter(isCard);
    hand.forEach((kind, i) => card(kind, 400 + i * 92, y + 12, 86));
    paper.drawImage(art.get('K')!, 1060, y + 38, 70, 70);
    text(`${view.herds[seat]}`, 1140, y + 90, 44, 'Yrsa', 60);
  };

  strip(state.audience === 'a' ? 'b' : 'a', 0);
  strip(state.audience, HEIGHT - 150);
  box(paper, 470, 178, 690, 202, 20, '#8a3f52', '#8a3f52', 0);
  [...letters(bundle(view.market))].filter(isCard).forEach((kind, i) => card(kind, 490 + i * 132, 192, 122));
  Object.entries(view.piles).forEach(([good, values], i) => {
    const [tint, main] = TINTS[good as Card];
    const x = 75 + (i % 3) * 130;
    const y = 225 + Math.floor(i / 3) * 120;
    coin(paper, x, y, values.length ? tint : '#f6e3d7', main);
    paper.textAlign = 'center';
    text(`${values[0] ?? '–'}`, x, y + 14, 44, 'Yrsa', 60);
    paper.textAlign = 'left';
    paper.drawImage(art.get(good)!, x + 34, y - 36, 44, 44);
  });
  text(said, 470, 428, 25, 'Nunito Sans', 690);
  text('saudagar', 1070, 468, 26, 'Yrsa', 100);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
}

function box(
  paper: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, radius: number, fill: string, line: string, thick: number,
) {
  paper.beginPath();
  paper.roundRect(x, y, width, height, radius);
  paper.fillStyle = fill;
  paper.fill();
  if (!thick) return;
  paper.strokeStyle = line;
  paper.lineWidth = thick;
  paper.stroke();
}

function coin(paper: CanvasRenderingContext2D, x: number, y: number, fill: string, line: string) {
  paper.beginPath();
  paper.arc(x, y, 42, 0, 2 * Math.PI);
  paper.fillStyle = fill;
  paper.fill();
  paper.strokeStyle = line;
  paper.lineWidth = 6;
  paper.stroke();
}
