// The camera: torch, choice of the camera, and its release, with tracks in place of those of a browser.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveCamera } from '../src/lib/camera/liveCamera.svelte';
import { loadPhoto } from '../src/lib/camera/photo';

class Track extends EventTarget {
  readyState = 'live';
  constrained: unknown[] = [];
  torchWorks = true;
  deviceId: string;
  torch: boolean | undefined;

  constructor(deviceId: string, torch: boolean | undefined) {
    super();
    this.deviceId = deviceId;
    this.torch = torch;
  }

  getCapabilities = () => (this.torch === undefined ? {} : { torch: this.torch });
  getSettings = () => ({ deviceId: this.deviceId });
  applyConstraints = (wish: unknown) => {
    this.constrained.push(wish);
    return this.torchWorks ? Promise.resolve() : Promise.reject(new Error('in use'));
  };
  stop = () => (this.readyState = 'ended');
}

const CAMERAS = ['back', 'wide', 'front'];
let tracks: Track[] = [];
let wishes: MediaStreamConstraints[] = [];
let refusal: string | null = null;
let torch: boolean | undefined = true;
let answer: () => Promise<void> = () => Promise.resolve();

const last = () => tracks.at(-1)!;

beforeEach(() => {
  [tracks, wishes, refusal, torch] = [[], [], null, true];
  answer = () => Promise.resolve();
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async (wish: MediaStreamConstraints) => {
        wishes.push(wish);
        await answer();
        if (refusal) throw new DOMException('', refusal);
        const { deviceId } = wish.video as { deviceId?: { exact: string } };
        const track = new Track(deviceId?.exact ?? 'back', torch);
        tracks.push(track);
        return { getTracks: () => [track], getVideoTracks: () => [track] };
      },
      enumerateDevices: () =>
        Promise.resolve([{ kind: 'audioinput' }, ...CAMERAS.map((deviceId) => ({ kind: 'videoinput', deviceId }))]),
    },
  });
  return () => vi.unstubAllGlobals();
});

async function started(): Promise<LiveCamera> {
  const camera = new LiveCamera();
  await camera.start();
  return camera;
}

describe('the torch', () => {
  test('is switched on and off', async () => {
    const camera = await started();
    expect(camera.torch).toBe(false);
    await camera.switchTorch();
    expect(camera.torch).toBe(true);
    await camera.switchTorch();
    expect(camera.torch).toBe(false);
    expect(last().constrained).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }]);
  });

  test.each([undefined, false])('is not offered where there is none (%s)', async (capability) => {
    torch = capability;
    expect((await started()).torch).toBeNull();
  });

  test('stays off if the camera does not switch it on', async () => {
    const camera = await started();
    last().torchWorks = false;
    await camera.switchTorch();
    expect(camera.torch).toBe(false);
  });

  test('goes out with the camera', async () => {
    const camera = await started();
    await camera.switchTorch();
    camera.stop();
    expect(camera.torch).toBeNull();
    await camera.switchTorch();
    expect(camera.torch).toBeNull();
  });
});

describe('the choice of the camera', () => {
  test('begins with the one at the back, without sound', async () => {
    await started();
    expect(wishes).toEqual([{ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false }]);
  });

  test('goes round all of them, one at a time', async () => {
    const camera = await started();
    expect(camera.cameras.map(({ deviceId }) => deviceId)).toEqual(CAMERAS);
    for (const next of ['wide', 'front', 'back']) {
      await camera.switchCamera();
      expect(last().deviceId).toBe(next);
      expect(tracks.filter(({ readyState }) => readyState === 'live')).toEqual([last()]);
    }
  });

  test('is forgotten if that camera is gone', async () => {
    const camera = await started();
    refusal = 'OverconstrainedError';
    await camera.switchCamera();
    expect(camera.problem).toBe('missing');
    refusal = null;
    await camera.start();
    expect(camera.problem).toBeNull();
    expect(wishes.at(-1)!.video).toHaveProperty('facingMode');
  });
});

describe('the camera', () => {
  // Browsers report a dismissed question like a refused one.
  test.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'missing'],
  ])('says why it does not start: %s', async (name, problem) => {
    refusal = name;
    const camera = await started();
    expect(camera.problem).toBe(problem);
    expect(camera.stream).toBeNull();
  });

  test('needs a secure page', async () => {
    vi.stubGlobal('navigator', {});
    expect((await started()).problem).toBe('insecure');
  });

  test('is released when permission comes after the view was left', async () => {
    let permit!: () => void;
    answer = () => new Promise((resolve) => (permit = resolve));
    const camera = new LiveCamera();
    const starting = camera.start();
    camera.stop();
    permit();
    await starting;
    expect(last().readyState).toBe('ended');
    expect(camera.stream).toBeNull();
    expect(camera.problem).toBeNull();
  });

  test('is lost when somebody takes it away, but not when another one was chosen', async () => {
    const camera = await started();
    const first = last();
    await camera.switchCamera();
    first.dispatchEvent(new Event('ended'));
    expect(camera.problem).toBeNull();
    last().dispatchEvent(new Event('ended'));
    expect(camera.problem).toBe('lost');
    expect(camera.stream).toBeNull();
  });
});

describe('a photo', () => {
  const made: { width: number; height: number; closed: boolean }[] = [];
  const bitmap = (width: number, height: number) => {
    const image = { width, height, closed: false, close: () => (image.closed = true) };
    made.push(image);
    return image;
  };

  test.each([
    [10_000, 10_000, 1280, 1280],
    [4000, 3000, 1280, 960],
    [1, 20_000, 1, 1280],
    [640, 480, 640, 480],
  ])('of %i × %i pixels is kept at %i × %i', async (width, height, ...kept) => {
    made.length = 0;
    vi.stubGlobal('createImageBitmap', (_: unknown, options?: { resizeWidth: number; resizeHeight: number }) =>
      Promise.resolve(options ? bitmap(options.resizeWidth, options.resizeHeight) : bitmap(width, height)),
    );
    const photo = await loadPhoto(new Blob());
    expect([photo.width, photo.height]).toEqual(kept);
    expect(made.filter(({ closed }) => !closed)).toEqual([photo]);
  });
});
