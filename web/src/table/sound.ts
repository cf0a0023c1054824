import { settings } from '../app/settings.svelte';

/**
 * Short dry sounds made on the spot: paper, wood, coin, a low bell. None before the first gesture on the page, and none
 * without something to be seen at the same moment: each belongs to a card, a token, the sign of the turn or a seal.
 */
export type Sound = 'choose' | 'card' | 'camels' | 'coin' | 'bonus' | 'refused' | 'turn' | 'round' | 'seal';

type Voice = (context: AudioContext, out: AudioNode, at: number) => void;

/** Noise through a filter that closes: something soft and flat is moved. */
const rustle =
  (seconds: number, from: number, to: number, loud: number, late = 0): Voice =>
  (context, out, at) => {
    const length = Math.ceil(context.sampleRate * seconds);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
    const source = new AudioBufferSourceNode(context, { buffer });
    const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: from, Q: 0.8 });
    filter.frequency.exponentialRampToValueAtTime(to, at + late + seconds);
    source.connect(filter).connect(new GainNode(context, { gain: loud })).connect(out);
    source.start(at + late);
  };

/** A struck thing: a few partials that die away. */
const strike =
  (partials: readonly number[], seconds: number, loud: number, late = 0): Voice =>
  (context, out, at) => {
    partials.forEach((frequency, i) => {
      const gain = new GainNode(context, { gain: 0 });
      const begin = at + late;
      const fade = seconds / (1 + i * 0.6);
      gain.gain.setValueAtTime(0.0001, begin);
      gain.gain.exponentialRampToValueAtTime(loud / (1 + i), begin + 0.004);
      gain.gain.exponentialRampToValueAtTime(0.0001, begin + fade);
      const tone = new OscillatorNode(context, { frequency, type: i ? 'sine' : 'triangle' });
      tone.connect(gain).connect(out);
      tone.start(begin);
      tone.stop(begin + fade + 0.02);
    });
  };

const VOICES: Record<Sound, readonly Voice[]> = {
  choose: [strike([520, 1410], 0.05, 0.22)],
  card: [rustle(0.14, 2600, 900, 0.5), strike([210], 0.06, 0.25, 0.09)],
  camels: [0, 0.11, 0.22].map((late) => strike([150, 320], 0.09, 0.4, late)),
  coin: [0, 0.07].map((late) => strike([2350, 3710, 5230], 0.16, 0.16, late)),
  bonus: [0, 0.09, 0.18].map((late, i) => strike([1320 * (1 + i * 0.26), 3300], 0.26, 0.16, late)),
  refused: [strike([170, 240], 0.12, 0.3)],
  turn: [strike([660, 1320, 1990], 0.4, 0.18)],
  round: [strike([196, 392, 590, 835], 1.4, 0.4)],
  seal: [rustle(0.1, 500, 160, 0.9), strike([98, 147], 0.22, 0.6)],
};

class Speaker {
  private context: AudioContext | null = null;
  private allowed = false;

  constructor() {
    const gesture = () => (this.allowed = true);
    for (const kind of ['pointerdown', 'keydown'] as const) {
      globalThis.addEventListener?.(kind, gesture, { once: true, capture: true, passive: true });
    }
  }

  play(sound: Sound) {
    if (settings.muted || !settings.volume || !this.allowed || !('AudioContext' in globalThis)) return;
    // A device may forbid sound or have none: the game goes on without a word.
    try {
      const context = (this.context ??= new AudioContext());
      if (context.state === 'suspended') void context.resume();
      const out = new GainNode(context, { gain: (settings.volume / 100) ** 2 });
      out.connect(context.destination);
      for (const voice of VOICES[sound]) voice(context, out, context.currentTime + 0.01);
      setTimeout(() => out.disconnect(), 2500);
    } catch {
      return;
    }
    document.dispatchEvent(new CustomEvent('saudagar:sound', { detail: sound }));
  }
}

export const speaker = new Speaker();

/** A short shake where the device can and the person wants it. */
export function shake(pattern: number | number[]) {
  if (settings.haptics) navigator.vibrate?.(pattern);
}
