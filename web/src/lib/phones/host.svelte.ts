// A table of this device with guests on other phones: their connections to the worker's tables, and other devices that
// believe that they lead the same table.

import { yieldTable } from '../offline/device';
import { loadTable } from '../offline/storage';
import { noteHostedTable } from './guestTables';
import { HostedGuest } from './hostedGuest';
import { ownId } from './identity';
import { Invitations } from './invitations.svelte';
import { atHost, keptSpares } from './kept';
import type { Claim, Introduction } from './notes';
import { partyAt, setHosting } from './party';
import { Peer } from './peer';
import { goesTo } from './succession';

/** How often a host without guests tries to reach them, and the device that led the table before. */
const RETURN_MS = 10_000;
/** How long this device waits for news before it compares itself with another one that leads the table too. */
const SETTLE_MS = 1_500;

export class PhoneHost {
  readonly table: string;
  readonly invitations: Invitations;
  /** The guests with a seat, as far as they are known. */
  heirs: string[] = [];
  /** All connections, also those that wait for a guest. */
  readonly #guests = new Set<HostedGuest>();
  /** Other devices that lead the table too. */
  readonly #rivals = new Map<Peer, Claim>();
  #settling: ReturnType<typeof setTimeout> | undefined;
  readonly #returning = setInterval(() => void this.#return(), RETURN_MS);
  #tried: Peer[] = [];

  constructor(table: string) {
    this.table = table;
    this.invitations = new Invitations(table, (peer) => this.take(peer));
    noteHostedTable(table);
  }

  /** Be the host of the device at the other end, whose id is empty if it is not known. */
  take(peer: Peer, device = ''): void {
    this.#guests.add(new HostedGuest(peer, this, device));
  }

  forget(guest: HostedGuest): void {
    this.#guests.delete(guest);
    this.#rivals.delete(guest.peer);
  }

  /** Try to reach the others if all of them are gone: this device may have been out of reach, and another one leads. */
  async #return(): Promise<void> {
    if ([...this.#guests].some(({ isHere }) => isHere)) return;
    for (const peer of this.#tried.splice(0)) if (!peer.isOpen) peer.close();
    await this.resume();
  }

  /** Let a guest who has entered connect to the others. Of two guests, the one with the smaller id begins. */
  welcome(guest: HostedGuest): void {
    for (const other of this.#guests) {
      if (other.isHere && other.id < guest.id) other.peer.note({ others: [guest.id] });
      if (other.isHere && other.id > guest.id) guest.peer.note({ others: [other.id] });
    }
    for (const other of this.#guests) if (other.id === '' && other.peer.isOpen) void other.announce();
  }

  /** Pass on what a guest says to another one. */
  introduce(from: string, { device, to, local }: Introduction): void {
    const found = [...this.#guests].findLast(({ id, isHere }) => isHere && id === device);
    if (from) found?.peer.note({ step: { device: from, to, local } });
  }

  /** What this device says to others that it leads the table. */
  async claim(): Promise<Claim> {
    const stored = await loadTable(this.table).catch(() => undefined);
    const here = [...this.#guests].filter(({ isHere }) => isHere).map(({ id }) => id);
    return { leads: await ownId(this.table), guests: here, lines: stored?.lines.length ?? 0 };
  }

  /** Two devices lead the table: one of them becomes the guest of the other. Only those with a seat can lead it. */
  compare({ peer, id, device }: HostedGuest, claim: Claim): void {
    if (claim.leads !== (id || device) || (this.heirs.length > 0 && !this.heirs.includes(claim.leads))) return;
    this.#rivals.set(peer, claim);
    this.#settling ??= setTimeout(() => void this.#settle(), SETTLE_MS);
  }

  async #settle(): Promise<void> {
    const own = await this.claim();
    this.#settling = undefined;
    for (const [peer, claim] of this.#rivals) {
      if (hostOf(this.table) !== this || !peer.isOpen) continue;
      if (claim.leads !== own.leads && goesTo(own, claim)) {
        stopHost(this.table, peer);
        const party = partyAt(this.table);
        party.meet(peer);
        party.follow(peer, claim.leads);
        // From now on the page connects to the other device.
        return yieldTable(this.table);
      }
      peer.note({ claim: own });
    }
    this.#rivals.clear();
  }

  /** Leave all guests but one device. */
  stop(except: Peer): void {
    clearTimeout(this.#settling);
    clearInterval(this.#returning);
    for (const guest of this.#guests) {
      guest.leave();
      if (guest.peer !== except) guest.peer.close();
    }
    this.invitations.end();
  }

  /** Connect again, after this page was loaded again: to the guests, and to the device that led the table before. */
  async resume(): Promise<void> {
    const join = (peer: Peer, id: string) => {
      this.#tried.push(peer);
      this.take(peer, id);
    };
    for (const [id, { own, other }] of Object.entries(keptSpares(this.table))) {
      const [peer] = await Peer.invite(own);
      join(peer, id);
      await peer.accept(other).catch(peer.close);
    }
    for (const [id, { own, other }] of Object.entries(keptSpares(atHost(this.table))))
      join((await Peer.answer(other, own))[0], id);
  }
}

let host = $state.raw<PhoneHost | null>(null);

/** The host of this page's table, if other phones were invited to it. */
export const hostOf = (table: string): PhoneHost | null => (host?.table === table ? host : null);

export function startHost(table: string): PhoneHost {
  if (host?.table !== table) host = new PhoneHost(table);
  return host;
}

/** End to host a table, of which another device is the host now: the one at the other end of `except`. */
function stopHost(table: string, except: Peer): void {
  const stopped = hostOf(table);
  if (!stopped) return;
  host = null;
  stopped.stop(except);
}

setHosting({
  begin: (table, others) => {
    for (const [peer, id] of others) startHost(table).take(peer, id);
  },
  stop: stopHost,
});

/** Host a table again whose guests this device knows. */
export function resumeHost(table: string): void {
  if (host?.table !== table) void startHost(table).resume();
}
