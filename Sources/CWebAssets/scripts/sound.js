// Signals a verdict with a sound and a vibration, for staff who look at people and not at the screen.

// Each tone is [frequency in hertz, start in seconds, length in seconds].
const tones = {
  green: [[880, 0, 0.09], [1320, 0.1, 0.16]],
  blue: [[660, 0, 0.12]],
  red: [[196, 0, 0.28], [147, 0.3, 0.4]],
  yellow: [[440, 0, 0.1], [440, 0.16, 0.1], [440, 0.32, 0.1]],
};

// The milliseconds for which the phone vibrates, pauses, vibrates again, and so on.
const vibrations = { green: [60], blue: [40], red: [220, 80, 220], yellow: [80, 80, 80, 80, 80] };

let context = null;

export function signal(colour, { isSilent }) {
  // Browsers allow neither sounds nor vibrations before the first touch or key press.
  if (!(navigator.userActivation?.hasBeenActive ?? true)) return;
  navigator.vibrate?.(vibrations[colour] ?? vibrations.yellow);
  if (isSilent) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [frequency, start, length] of tones[colour] ?? tones.yellow) {
    const oscillator = new OscillatorNode(context, { frequency, type: colour === "red" ? "square" : "sine" });
    const volume = new GainNode(context, { gain: colour === "red" ? 0.2 : 0.4 });
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(context.currentTime + start);
    oscillator.stop(context.currentTime + start + length);
  }
}
