// All pages with an address. Everything that depends on the paths of the page derives from this list: the router, the
// component that is shown, the service worker, what is offered without a server, and `routes.json`, from which the
// server takes the paths of the page, link previews and the paths that it reserves.

import type { Catalogues } from 'virtual:texts';
import { parseTableLink, tableLink } from './lib/table/tableLink';
import { patternOf, type PathParameters } from './lib/ui/pathPattern';

type Texts = Catalogues['common'];
/** The keys of texts without placeholders. */
type TextKey = {
  [Key in keyof Texts]: Texts[Key] extends `${string}{${string}` ? never : Texts[Key] extends string ? Key : never;
}[keyof Texts];

export interface PageRoute<Path extends string = string, Props extends object = object> {
  /** Parameters are written as in `pathPattern.ts`. The previews of links show what `table`, `cup` and `game` name. */
  readonly path: Path;
  /** The component below `pages/`, without its ending. It is loaded when the page is opened. */
  readonly component: string;
  /** The key of the document's title, in the catalogue `common`. The component may set a more precise one. */
  readonly title: TextKey;
  /** Without a server there is no such page. */
  readonly needsServer: boolean;
  /** A folder of static files has the page nevertheless. */
  readonly onSite: boolean;
  /** The page shows what belongs to the person, so that another person gets a new one. */
  readonly personal: boolean;
  /** Other pages show it in a frame, where the operator allows it: it has no session and changes nothing. */
  readonly framed: boolean;
  /** The component's props; null if there is no such page. */
  readonly props: (parameters: PathParameters<Path>, query: URLSearchParams) => Props | null;
}

interface Options<Path extends string, Props extends object> {
  needsServer?: boolean;
  onSite?: boolean;
  personal?: boolean;
  framed?: boolean;
  props?: PageRoute<Path, Props>['props'];
}

type NoProps = Record<never, never>;

function page<const Path extends string, Props extends object = NoProps>(
  path: Path,
  component: string,
  title: TextKey,
  {
    needsServer = false,
    onSite = false,
    personal = false,
    framed = false,
    props = () => ({}) as Props,
  }: Options<Path, Props> = {},
): PageRoute<Path, Props> {
  return { path, component, title, needsServer, onSite, personal, framed, props };
}

/** The pages of a cup. */
const ofCup = { needsServer: true, props: ({ cup }: { cup: string }) => ({ link: linkOf(cup) }) };

export const ROUTES = {
  home: page('/', 'home/HomePage', 'home.page_title', { personal: true }),
  table: page('/t/:table', 'table/TablePage', 'table.title', {
    personal: true,
    props: ({ table }) => parseTableLink(table),
  }),
  replay: page('/t/:table/replay/:number#?', 'replay/TableReplayPage', 'home.look', {
    personal: true,
    props: ({ table, number }, query) => ({
      ...parseTableLink(table),
      game: parseNumber(number),
      at: parseNumber(query.get('at')),
      lesson: query.has('lesson'),
    }),
  }),
  projector: page('/t/:table/projector', 'projector/ProjectorPage', 'share.projector', {
    props: ({ table }) => parseTableLink(table),
  }),
  scores: page('/scores', 'ScoresPage', 'scores.title', {
    needsServer: true,
    props: (_, query) => ({ game: query.get('game') }),
  }),
  day: page('/day/:day', 'day/DayPage', 'day.title', {
    needsServer: true,
    onSite: true,
    personal: true,
    props: ({ day }) => (day === 'today' || isDay(day) ? { day } : null),
  }),
  days: page('/days', 'day/DaysPage', 'day.archive_title', { needsServer: true, onSite: true, personal: true }),
  cups: page('/cup', 'cup/CupsPage', 'home.cups', {
    needsServer: true,
    personal: true,
    props: (_, query) => ({ group: query.get('group') ?? '' }),
  }),
  cup: page('/cup/:cup', 'cup/CupPage', 'home.cups', { ...ofCup, personal: true }),
  groups: page('/group', 'group/GroupsPage', 'home.groups', { needsServer: true, personal: true }),
  group: page('/group/:group', 'group/GroupPage', 'home.groups', {
    needsServer: true,
    personal: true,
    props: ({ group }) => ({ link: linkOf(group) }),
  }),
  'cup-projector': page('/cup/:cup/projector', 'cup/CupProjectorPage', 'home.cups', ofCup),
  'cup-deal': page('/cup/:cup/deal/:deal#', 'cup/CupDealPage', 'home.cups', {
    needsServer: true,
    props: ({ cup, deal }) => ({ link: linkOf(cup), deal: Number(deal) }),
  }),
  season: page('/cup/:cup/season', 'cup/SeasonPage', 'home.cups', ofCup),
  rules: page('/rules/:game', 'RulesPage', 'rules.title', { props: ({ game }) => ({ game }) }),
  transfer: page('/move/:token', 'TransferPage', 'transfer.title', {
    needsServer: true,
    props: ({ token }) => ({ token }),
  }),
  restore: page('/restore', 'RestorePage', 'restore.title', { needsServer: true }),
  phones: page('/phones/:code', 'phones/PhonesPage', 'phones.title', { props: ({ code }) => ({ code }) }),
  record: page('/record', 'replay/RecordPage', 'home.look'),
  verify: page('/verify', 'VerifyPage', 'verify.title', {
    props: (_, query) => {
      const link = query.get('table');
      const game = parseNumber(query.get('game'));
      return { game: link && game !== null ? { link, number: game } : null };
    },
  }),
  paper: page('/paper', 'paper/PaperPage', 'home.paper', {
    props: (_, query) => {
      const { game = null, ...options } = Object.fromEntries(query);
      return { game, options };
    },
  }),
  print: page('/print', 'print/PrintPage', 'rules.print', { props: (_, query) => ({ game: query.get('game') }) }),
  statistics: page('/play', 'StatisticsPage', 'home.my_play', { personal: true }),
  practice: page('/practice', 'PracticePage', 'home.practise', {
    personal: true,
    props: (_, query) => ({ game: query.get('game'), theme: query.get('theme'), day: query.get('day') }),
  }),
  account: page('/you', 'account/AccountPage', 'account.title', { personal: true }),
  'framed-table': page('/embed/t/:table', 'embed/FramedTablePage', 'table.title', {
    needsServer: true,
    framed: true,
    props: ({ table }) => ({ link: linkOf(table) }),
  }),
  'framed-day': page('/embed/today', 'embed/FramedDayPage', 'day.title', { needsServer: true, framed: true }),
  operator: page('/operator', 'OperatorPage', 'operator.title', { needsServer: true }),
};

export type PageName = keyof typeof ROUTES;

/** The pages that most people open after the first one. Their code is fetched in advance, and their texts with the first. */
export const NEXT: readonly PageName[] = ['table', 'rules'];

/** True if a page needs more texts than those that are loaded first. */
export const needsLaterTexts = (page: string): boolean =>
  page !== 'home' && !(NEXT as readonly string[]).includes(page);

type PropsOf<Name extends PageName> = NonNullable<ReturnType<(typeof ROUTES)[Name]['props']>>;

/** A page of the list with the props of its component, or an address that the list does not have. */
export type Route = { [Name in PageName]: { page: Name } & PropsOf<Name> }[PageName] | { page: 'unknown' };

/** The regular expression of the paths of the pages that the service worker keeps. The document of a page in a frame has
 * headers of its own. */
export const pagePattern = (routes: Record<string, Pick<PageRoute, 'path' | 'framed'>> = ROUTES): string =>
  Object.values(routes)
    .filter(({ framed }) => !framed)
    .map(({ path }) => patternOf(path))
    .join('|');

/** The link of a cup or a group, with its code in capitals. */
function linkOf(link: string): string {
  const { code, key } = parseTableLink(link);
  return tableLink(code, key);
}

function parseNumber(text: string | null): number | null {
  return text && /^\d+$/.test(text) ? Number(text) : null;
}

/** True for a date in ISO format. `Date` alone makes 2 March of 30 February. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
