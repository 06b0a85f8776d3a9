// Starts and stops the camera, switches its light, and lists the cameras to choose from. frames.js reads the camera's
// pictures and sends them to the server.
// Server side: WebGate/Pages/GatePage.swift and the template gate
import { text } from "./gate-texts.js";

/// - Parameters:
///   - video: the element that shows the picture.
///   - changed: called when the camera starts, stops or fails. Its argument is an error message, or undefined.
export class Camera {
  #video;
  #changed;
  #stream = null;
  #wake = null;

  constructor(video, changed) {
    this.#video = video;
    this.#changed = changed;
    // When the page is hidden, the browser releases the wake lock (the lock that keeps the screen on). So the script
    // requests the lock again when the page is visible.
    document.addEventListener("visibilitychange", () => this.#stayAwake());
  }

  get isOn() {
    return this.#stream !== null;
  }

  get video() {
    return this.#video;
  }

  /// - Parameter device: the camera's id. If it is undefined, the rear camera is preferred.
  async start(device) {
    if (!navigator.mediaDevices) {
      this.#changed(text("cameraNeedsHTTPS"));
      return;
    }
    this.stop();
    const selection = device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } };
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { ...selection, width: { ideal: 1280 }, height: { ideal: 720 } },
        audio: false,
      });
      this.#stream = stream;
      this.#track.addEventListener("ended", () => {
        if (this.#stream === stream) this.stop(text("cameraDisconnected"));
      });
      this.#video.srcObject = stream;
      await this.#video.play();
      await this.#stayAwake();
      this.#changed();
    } catch (error) {
      this.stop(Camera.#errorText(error));
    }
  }

  stop(message) {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.#video.srcObject = null;
    this.#wake?.release();
    this.#wake = null;
    this.#changed(message);
  }

  /// The available cameras: `[{ id, name }]`. Call this only after the user has allowed the page to use a camera.
  async choices() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices
      .filter((device) => device.kind === "videoinput")
      .map((device, index) => ({ id: device.deviceId, name: device.label || text("cameraNumber", { number: index + 1 }) }));
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
      // A phone in battery-saving mode refuses the wake lock. Scanning also works without the wake lock.
    }
  }

  static #errorText(error) {
    switch (error.name) {
      case "NotAllowedError":
        return text("cameraBlocked");
      case "NotFoundError":
      case "OverconstrainedError":
        return text("cameraMissing");
      case "NotReadableError":
        return text("cameraBusy");
      default:
        return text("cameraFailed", { error: error.name });
    }
  }
}
