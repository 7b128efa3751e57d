// The form of a pad, measured on the pad that is printed.
import { formText, type Block, type Box } from '../lib/paper/padForm';

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The text of a pad's form. A transformation that keeps proportions does not change it. */
export function measureForm(pad: HTMLElement): string {
  const first = centreOf(edgesOf(pad.querySelector('[data-mark="top-left"]')!));
  const last = centreOf(edgesOf(pad.querySelector('[data-mark="bottom-right"]')!));
  const across = (x: number) => (x - first.x) / (last.x - first.x);
  const down = (y: number) => (y - first.y) / (last.y - first.y);
  const between = ({ left, top, right, bottom }: Edges): Box => [across(left), down(top), across(right), down(bottom)];

  const all = (selector: string) => [...pad.querySelectorAll(selector)];
  const around = (elements: Element[]): Box | null => {
    const edges = elements.map(edgesOf);
    return edges.length === 0
      ? null
      : between({
          left: Math.min(...edges.map(({ left }) => left)),
          top: Math.min(...edges.map(({ top }) => top)),
          right: Math.max(...edges.map(({ right }) => right)),
          bottom: Math.max(...edges.map(({ bottom }) => bottom)),
        });
  };
  const block = (elements: Element[]): Block => {
    const edges = elements.map(edgesOf);
    const rows = new Set(edges.map(({ top }) => Math.round(top))).size;
    const columns = edges.length / rows;
    const [start, end] = [edges[0]!, edges.at(-1)!];
    const [a, b] = [centreOf(start), centreOf(end)];
    const width = start.right - start.left;
    const [wide, high] = [
      columns > 1 ? (b.x - a.x) / (columns - 1) : width,
      rows > 1 ? (b.y - a.y) / (rows - 1) : start.bottom - start.top,
    ];
    return {
      rows,
      columns,
      filled: width / wide,
      box: between({
        left: a.x - wide / 2,
        top: a.y - high / 2,
        right: b.x + wide / 2,
        bottom: b.y + high / 2,
      }),
    };
  };

  const [fields, totals] = [all('[data-field]:not([data-field^="total."])'), all('[data-field^="total."]')];
  const halves = all('[role=table]').map((half) => fields.filter((field) => half.contains(field)));
  const cells = all('[data-cell]');
  const own = all('[data-part="total"]');
  const places = {
    strikes: around(all('[data-part="strikes"]')),
    total: around(own.length > 0 ? own : totals),
    name: around(all('[data-part="name"]')),
  };
  return formText({
    blocks: (cells.length > 0 ? [cells] : halves).map(block),
    ...(Object.fromEntries(Object.entries(places).filter(([, box]) => box)) as Partial<
      Record<keyof typeof places, Box>
    >),
  });
}

const edgesOf = (element: Element): Edges => element.getBoundingClientRect();
const centreOf = ({ left, top, right, bottom }: Edges) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
