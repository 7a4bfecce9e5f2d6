// Two soft sounds, made in the browser: a card and a chip. Off unless wanted.
import { look } from './theme.svelte';

let context: AudioContext | null = null;

function burst(frequency: number, seconds: number, loudness: number): void {
  if (!look.sound) return;
  context ??= new AudioContext();
  const length = Math.ceil(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1)
    samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency, Q: 1.5 });
  const gain = new GainNode(context, { gain: loudness });
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

export const soundOfCard = (): void => burst(2400, 0.09, 0.25);
export const soundOfChip = (): void => burst(4200, 0.05, 0.35);
