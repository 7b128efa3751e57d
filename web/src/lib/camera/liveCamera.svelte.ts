// The live picture of a camera. It is released at once when the page is hidden.

export type CameraProblem = 'refused' | 'missing' | 'lost' | 'insecure';

/** The width of the picture in pixels that is asked for, by default. */
const WIDTH = 1280;
/** Not all browsers have it, nor does TypeScript know it. */
type Lamp = { torch?: boolean };

export class LiveCamera {
  stream = $state.raw<MediaStream | null>(null);
  problem = $state<CameraProblem | null>(null);
  /** The cameras that can be chosen. */
  cameras = $state.raw<MediaDeviceInfo[]>([]);
  /** Whether the lamp is on; null if there is none. */
  torch = $state<boolean | null>(null);
  readonly #width: number;
  #wanted = 0;
  #device: string | undefined;

  constructor(width = WIDTH) {
    this.#width = width;
  }

  /** Start, or try again. */
  async start(): Promise<void> {
    this.stop();
    this.problem = null;
    const wanted = this.#wanted;
    // Browsers permit it on secure pages only.
    if (!navigator.mediaDevices) {
      this.problem = 'insecure';
      return;
    }
    try {
      const device = this.#device ? { deviceId: { exact: this.#device } } : { facingMode: 'environment' };
      const video = { ...device, width: { ideal: this.#width } };
      const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
      if (wanted !== this.#wanted) {
        release(stream);
        return;
      }
      this.#use(stream);
      const devices = await navigator.mediaDevices.enumerateDevices();
      this.cameras = devices.filter(({ kind }) => kind === 'videoinput');
    } catch (error) {
      if (wanted !== this.#wanted) return;
      // The chosen camera may be gone: the next try may use any.
      this.#device = undefined;
      this.problem = error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing';
    }
  }

  /** Release the camera. */
  stop(): void {
    this.#wanted += 1;
    if (this.stream) release(this.stream);
    this.stream = null;
    this.torch = null;
  }

  /** Use the next camera. */
  async switchCamera(): Promise<void> {
    const current = this.#track?.getSettings().deviceId;
    const place = this.cameras.findIndex(({ deviceId }) => deviceId === current);
    this.#device = this.cameras[(place + 1) % this.cameras.length]?.deviceId;
    await this.start();
  }

  async switchTorch(): Promise<void> {
    const on = !this.torch;
    await this.#track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).then(
      () => (this.torch = on),
      () => undefined,
    );
  }

  get #track(): MediaStreamTrack | undefined {
    return this.stream?.getVideoTracks()[0];
  }

  #use(stream: MediaStream): void {
    this.stream = stream;
    const track = this.#track;
    track?.addEventListener('ended', () => {
      if (this.stream !== stream) return;
      this.stop();
      this.problem = 'lost';
    });
    const lamp = (track?.getCapabilities?.() as Lamp | undefined)?.torch;
    this.torch = lamp ? false : null;
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
