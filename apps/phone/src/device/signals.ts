/** Vibration and sound on changes of state, for people who do not look at the screen. */

export type SignalName = 'holding' | 'received' | 'failed' | 'seen' | 'asking';

const VIBRATIONS: Readonly<Record<SignalName, number[]>> = {
  holding: [30],
  received: [80, 60, 80],
  failed: [400, 120, 400],
  seen: [60, 60, 60, 60, 60],
  asking: [300, 150, 300, 150, 300],
};
/** Notes in hertz, 140 ms each. */
const NOTES: Readonly<Record<SignalName, number[]>> = {
  holding: [],
  received: [660, 880],
  failed: [220, 220, 220],
  seen: [880, 990, 1100],
  asking: [740, 0, 740, 0, 740, 0, 990],
};
const NOTE_SECONDS = 0.14;

let audio: AudioContext | null = null;

/** Browsers allow sound only from a gesture on. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => null);
}

/** Browsers block vibration, and report an error, until the person has tapped the page. */
export function signal(name: SignalName, { sound }: { sound: boolean }): void {
  const isBlocked = 'userActivation' in navigator && !navigator.userActivation.hasBeenActive;
  if (!isBlocked) navigator.vibrate?.(VIBRATIONS[name]);
  if (!sound || !audio || audio.state !== 'running') return;
  const start = audio.currentTime;
  for (const [index, frequency] of NOTES[name].entries()) {
    const note = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0.2 });
    note.connect(volume).connect(audio.destination);
    note.start(start + index * NOTE_SECONDS);
    note.stop(start + (index + 0.8) * NOTE_SECONDS);
  }
}
