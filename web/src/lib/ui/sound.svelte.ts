// Sounds, synthesized without files. Browsers allow them only after the first touch or key.

import type { NewsItem } from '../game/newsQueue.svelte';
import { loadItem, saveItem } from '../preferences/storage';
import { afterPaint } from './afterPaint';

/** An earned action die sounds like other dice. */
export type Sound = 'lever' | 'dice' | 'pencil' | 'turn' | 'win' | Exclude<NewsItem['kind'], 'earned' | 'chat'>;

let context: AudioContext | null = null;
let output: GainNode | null = null;
let noise: AudioBuffer | null = null;
let touched = false;

for (const event of ['pointerdown', 'keydown'] as const)
  addEventListener(event, () => (touched = true), { once: true, capture: true });

const savedVolume = Number(loadItem('volume') ?? 0.6);
let settings = $state.raw({
  muted: loadItem('muted') === 'yes',
  /** From 0 to 1. */
  volume: Number.isFinite(savedVolume) ? Math.min(Math.max(savedVolume, 0), 1) : 0.6,
});

export const soundSettings = (): Readonly<typeof settings> => settings;

export function setSoundSettings(change: Partial<typeof settings>): void {
  settings = { ...settings, ...change };
  saveItem('muted', settings.muted ? 'yes' : 'no');
  saveItem('volume', String(settings.volume));
  if (output) output.gain.value = settings.volume;
}

/** The audio graph, created for the first sound; null while sounds are off or not allowed, or without Web Audio. */
function audioGraph(): { audio: AudioContext; out: GainNode; hiss: AudioBuffer } | null {
  if (settings.muted || !touched || settings.volume === 0 || !('AudioContext' in globalThis)) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  if (!output) {
    output = context.createGain();
    output.gain.value = settings.volume;
    output.connect(context.destination);
  }
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return { audio: context, out: output, hiss: noise };
}

/** Play a short burst of filtered noise: wood, paper, dice. */
function knock(delay: number, frequency: number, sharpness: number, loudness: number, seconds: number): void {
  const graph = audioGraph();
  if (!graph) return;
  const { audio, out, hiss } = graph;
  const at = audio.currentTime + delay;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = hiss;
  band.type = 'bandpass';
  band.frequency.value = frequency;
  band.Q.value = sharpness;
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(band).connect(gain).connect(out);
  source.start(at, Math.random() * 0.2, seconds);
}

/** Play a soft struck note. */
function note(delay: number, frequency: number, loudness: number, seconds: number): void {
  const graph = audioGraph();
  if (!graph) return;
  const { audio, out } = graph;
  const at = audio.currentTime + delay;
  for (const [overtone, share] of [
    [1, 1],
    [2.01, 0.35],
    [3.98, 0.12],
  ] as const) {
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = frequency * overtone;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loudness * share, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds / overtone);
    oscillator.connect(gain).connect(out);
    oscillator.start(at);
    oscillator.stop(at + seconds);
  }
}

const sounds: Record<Sound, () => void> = {
  lever() {
    for (let tooth = 0; tooth < 4; tooth++) knock(tooth * 0.035, 1900 - tooth * 150, 6, 0.35, 0.03);
    knock(0.15, 260, 2, 0.6, 0.09);
  },
  dice() {
    let delay = 0;
    for (let bounce = 0; bounce < 9; bounce++) {
      knock(delay, 700 + Math.random() * 1600, 5, 0.7 * 0.85 ** bounce, 0.05);
      delay += 0.03 + Math.random() * 0.05 + bounce * 0.006;
    }
  },
  pencil() {
    knock(0, 3600, 0.9, 0.16, 0.07);
    knock(0.08, 4300, 0.9, 0.2, 0.11);
  },
  turn() {
    note(0, 659.3, 0.25, 0.5);
    note(0.12, 880, 0.25, 0.7);
  },
  attack() {
    note(0, 233.1, 0.25, 0.3);
    note(0.11, 164.8, 0.28, 0.45);
    knock(0.11, 180, 1.5, 0.5, 0.12);
  },
  five() {
    [784, 987.8, 1174.7].forEach((frequency, i) => note(i * 0.07, frequency, 0.18, 0.5));
  },
  line() {
    knock(0, 3200, 0.9, 0.16, 0.16);
    note(0.08, 587.3, 0.16, 0.35);
  },
  lead() {
    note(0, 493.9, 0.16, 0.3);
    note(0.1, 740, 0.16, 0.45);
  },
  win() {
    [523.3, 659.3, 784, 1046.5, 1318.5].forEach((frequency, i) => note(i * 0.11, frequency, 0.22, 0.9));
  },
};

/** Play a sound after the next paint, because synthesizing it takes a while. */
export function playSound(sound: Sound): void {
  afterPaint(sounds[sound]);
}
