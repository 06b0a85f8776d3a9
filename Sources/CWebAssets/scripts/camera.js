// The camera: starts and ends it, its light, and which one it is.

/// - Parameters:
///   - video: where it shows what it sees.
///   - changed: is called when it starts, ends or fails, with the trouble as a sentence, or nothing.
export class Camera {
  #video;
  #changed;
  #stream = null;
  #wake = null;

  constructor(video, changed) {
    this.#video = video;
    this.#changed = changed;
    // The system lets the screen sleep again when the page was hidden.
    document.addEventListener("visibilitychange", () => this.#stayAwake());
  }

  get isOn() {
    return this.#stream !== null;
  }

  get video() {
    return this.#video;
  }

  /// - Parameter device: which one; the one that looks away from who holds the phone without it.
  async start(device) {
    if (!navigator.mediaDevices) {
      this.#changed("Browsers give a camera to https and to this machine alone: eventpass serve --tls self-signed.");
      return;
    }
    this.stop();
    const which = device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } };
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
        audio: false,
      });
      this.#stream = stream;
      this.#track.addEventListener("ended", () => {
        if (this.#stream === stream) this.stop("The camera was taken away.");
      });
      this.#video.srcObject = stream;
      await this.#video.play();
      await this.#stayAwake();
      this.#changed();
    } catch (error) {
      this.stop(Camera.#trouble(error));
    }
  }

  stop(trouble) {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.#video.srcObject = null;
    this.#wake?.release();
    this.#wake = null;
    this.#changed(trouble);
  }

  /// The cameras there are, once one was allowed: `[{ id, name }]`.
  async choices() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices
      .filter((device) => device.kind === "videoinput")
      .map((device, index) => ({ id: device.deviceId, name: device.label || `Camera ${index + 1}` }));
  }

  get current() {
    return this.#track?.getSettings().deviceId;
  }

  get hasLight() {
    return this.#track?.getCapabilities?.().torch ?? false;
  }

  async light(isOn) {
    await this.#track?.applyConstraints({ advanced: [{ torch: isOn }] });
  }

  get #track() {
    return this.#stream?.getVideoTracks()[0];
  }

  async #stayAwake() {
    if (!this.isOn || document.hidden || !("wakeLock" in navigator)) return;
    try {
      this.#wake = await navigator.wakeLock.request("screen");
    } catch {
      // A phone that saves its battery says no; scanning goes on.
    }
  }

  static #trouble(error) {
    switch (error.name) {
      case "NotAllowedError":
        return "This page may not use the camera: allow it beside the address, and start again.";
      case "NotFoundError":
      case "OverconstrainedError":
        return "There is no camera here. A USB scanner works without one, and so does typing.";
      case "NotReadableError":
        return "Another program has the camera.";
      default:
        return `The camera did not start (${error.name}).`;
    }
  }
}
