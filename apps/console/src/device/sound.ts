let context: AudioContext | null = null;

/** Browsers mute a page that has not been clicked, and their promise resolves late or never. */
const PLAY_TIMEOUT_MS = 500;

const TONES = 3;
const TONE_S = 0.28;
const PAUSE_S = 0.14;

export type SoundResult = 'played' | 'blocked' | 'unsupported';

/** Plays three tones, loud enough for a room, and returns whether the browser allowed it. */
export async function playAlarm(): Promise<SoundResult> {
  if (!('AudioContext' in window)) return 'unsupported';
  context ??= new AudioContext();
  if (context.state !== 'running') {
    const waited = new Promise<void>((resolve) => {
      window.setTimeout(resolve, PLAY_TIMEOUT_MS);
    });
    await Promise.race([context.resume().catch(() => {}), waited]);
  }
  if (context.state !== 'running') return 'blocked';
  for (let number = 0; number < TONES; number += 1) {
    tone(context, context.currentTime + number * (TONE_S + PAUSE_S), number === TONES - 1 ? 660 : 880);
  }
  return 'played';
}

/** One tone that swells and fades, so that it does not click. `at` in seconds of the context, `pitch` in hertz. */
function tone(on: AudioContext, at: number, pitch: number): void {
  const source = on.createOscillator();
  const volume = on.createGain();
  source.type = 'triangle';
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.5, at + 0.02);
  volume.gain.setValueAtTime(0.5, at + TONE_S - 0.05);
  volume.gain.linearRampToValueAtTime(0, at + TONE_S);
  source.connect(volume).connect(on.destination);
  source.start(at);
  source.stop(at + TONE_S);
}
