let context: AudioContext | null = null;

/** Browsers mute a page that has not been clicked, and their promise resolves late or never. */
const PLAY_TIMEOUT_MS = 500;

const TONES = 3;
const TONE_S = 0.28;
const PAUSE_S = 0.14;

export type SoundResult = 'played' | 'blocked' | 'unsupported';

/** Plays three tones, loud enough for a room, and returns whether the browser allowed it. */
export async function playAlarm(): Promise<SoundResult> {
  const started = await startContext();
  if (typeof started === 'string') return started;
  for (let number = 0; number < TONES; number += 1) {
    tone(started, started.currentTime + number * (TONE_S + PAUSE_S), number === TONES - 1 ? 660 : 880);
  }
  return 'played';
}

/** The context for sounds, or why there is none. */
async function startContext(): Promise<AudioContext | 'blocked' | 'unsupported'> {
  if (!('AudioContext' in window)) return 'unsupported';
  context ??= new AudioContext();
  if (context.state !== 'running') {
    const waited = new Promise<void>((resolve) => {
      window.setTimeout(resolve, PLAY_TIMEOUT_MS);
    });
    await Promise.race([context.resume().catch(() => {}), waited]);
  }
  if (context.state !== 'running') return 'blocked';
  return context;
}

/** Plays one soft tone, for what is not an emergency, and returns whether the browser allowed it. */
export async function playChime(): Promise<SoundResult> {
  const started = await startContext();
  if (typeof started === 'string') return started;
  tone(started, started.currentTime, 587, 0.25);
  return 'played';
}

/** One tone that swells and fades, so that it does not click. `at` in seconds of the context, `pitch` in hertz. */
function tone(on: AudioContext, at: number, pitch: number, loudness = 0.5): void {
  const source = on.createOscillator();
  const volume = on.createGain();
  source.type = 'triangle';
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.02);
  volume.gain.setValueAtTime(loudness, at + TONE_S - 0.05);
  volume.gain.linearRampToValueAtTime(0, at + TONE_S);
  source.connect(volume).connect(on.destination);
  source.start(at);
  source.stop(at + TONE_S);
}
