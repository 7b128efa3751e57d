import type { NewTable, Person, Settings } from '../../wire';
import { openOnce } from '../connection/client';
import { coachHelps } from '../connection/session.svelte';
import { openDeviceTable } from '../offline/deviceRequests';
import { noteDeviceTable, offline, takeBack } from '../offline/offline.svelte';
import { keepPromise, newPromise } from '../records/keptDice';
import { Request } from '../ui/request.svelte';
import { inviteTo } from './invitations.svelte';
import { isOwnGame, type PlayChoice, saveChoice } from './playChoice';
import { tableLink } from './tableLink';
import { navigate } from '../ui/router.svelte';

/** Opens a table and goes there. */
export class TableOpener extends Request {
  /** Open a table for a choice, and remember the choice unless it was refused. */
  async play(choice: PlayChoice): Promise<void> {
    const { kind, settings, bots, guests, plays } = choice;
    if (kind === 'turns') await this.openOnDevice(settings, bots, guests);
    else await this.open(settings, bots, isOwnGame(choice), plays);
    if (!this.problem) saveChoice(choice);
  }

  /** Open a table with bots of these levels; with `plays = false` the host gets no seat. */
  open(settings: Settings, bots: string[], start: boolean, plays = true): Promise<void> {
    if (offline.on) return this.openOnDevice(settings, bots, [], { start, plays });
    return this.run(async () => {
      const promised = start && plays && settings.dice === 'server' ? await newPromise() : null;
      const { code, key } = await openOnce('POST /api/tables', {
        body: { settings, bots, start, plays, commitment: promised?.promise ?? '' },
      });
      if (promised) keepPromise(code, { ...promised, accepted: true });
      navigate(`/t/${tableLink(code, key)}`);
    });
  }

  /** Open a table and invite these people. */
  openFor(
    people: readonly Pick<Person, 'id' | 'name'>[],
    settings: Settings,
    open = (body: NewTable) => openOnce('POST /api/tables', { body }),
  ): Promise<void> {
    return this.run(async () => {
      const { code, key } = await open({ settings, bots: [], start: false, plays: true, commitment: '' });
      inviteTo(code, people);
      navigate(`/t/${tableLink(code, key)}`);
    });
  }

  /** Open a table on this device, with bots and with people to whom it is handed. Other phones come before its start. */
  openOnDevice(
    settings: Settings,
    bots: string[],
    guests: readonly string[],
    { start, plays }: { start: boolean; plays: boolean } = { start: true, plays: true },
  ): Promise<void> {
    return this.run(async () => {
      // The coach helps at the end where others have a device of their own.
      const coach = settings.coach && start && coachHelps(settings.game, true);
      const chosen = { ...settings, coach, public: false };
      const { code } = await openDeviceTable({ settings: chosen, bots, start, plays, commitment: '' }, guests);
      noteDeviceTable();
      takeBack();
      void navigator.storage?.persist?.();
      navigate(`/t/${code}`);
    });
  }
}
