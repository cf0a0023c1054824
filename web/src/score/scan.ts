/** Reading the code of a match: from the camera, or from a picture of it. */

type Picture = HTMLVideoElement | ImageBitmap;

interface Reader {
  detect(picture: CanvasImageSource): Promise<{ rawValue: string }[]>;
}

/** Longer sides, in pixels, that a picture is tried at: a photo's noise is smoothed by the smaller ones. */
const SIDES = [1200, 800, 2000] as const;
/** Milliseconds that our reader may think about one picture. */
const THOUGHT = 400;

export const hasCamera = (): boolean => !!navigator.mediaDevices?.getUserMedia;

/** The part of a scanned text that carries a match; null when the code is about something else. */
export const codeIn = (text: string): string | null => /^(?:[^#]*#\/?i\/)?([A-Za-z0-9_-]{40,})$/.exec(text.trim())?.[1] ?? null;

/** The text of the code in a picture, null where none can be read. The browser's own reader is asked first. */
export async function readPicture(picture: Picture, sides: readonly number[] = SIDES): Promise<string | null> {
  const own = await ownReader();
  try {
    const [found] = (await own?.detect(picture)) ?? [];
    if (found) return found.rawValue;
  } catch {
    // Not every system that names a reader has one.
  }
  const { decodeQR } = await import('qr/decode.js');
  for (const side of sides) {
    const image = pixels(picture, side);
    if (!image) continue;
    try {
      return decodeQR(image, { timeLimit: THOUGHT });
    } catch {
      // No code in this size.
    }
  }
  return null;
}

export async function readFile(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file);
  try {
    return await readPicture(picture);
  } finally {
    picture.close();
  }
}

let reader: Promise<Reader | null> | undefined;

function ownReader(): Promise<Reader | null> {
  reader ??= (async () => {
    const kind = (globalThis as { BarcodeDetector?: { new (how: object): Reader; getSupportedFormats(): Promise<string[]> } }).BarcodeDetector;
    if (!kind || !(await kind.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) return null;
    return new kind({ formats: ['qr_code'] });
  })();
  return reader;
}

function pixels(picture: Picture, side: number): ImageData | null {
  const [w, h] = picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  if (!w || !h) return null;
  const scale = Math.min(1, side / Math.max(w, h));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(w * scale));
  canvas.height = Math.max(1, Math.round(h * scale));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return null;
  pen.fillStyle = '#fff'; // what is transparent in a picture is paper
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
