"""Touch targets and their minimum sizes."""

TOO_SMALL = """() => {
  const within = document.querySelector('dialog:modal') ?? document;
  const targets = [...within.querySelectorAll('button, select, input, a.button, summary')]
    .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.disabled)
    .filter((e) => !e.matches('.visually-hidden, .skip') && !e.closest('.others'))
    .map((e) => [e, (e.closest('label') ?? e).getBoundingClientRect()])
    .filter(([e, box]) => box.width > 1);
  const near = (a, b) => a.left < b.right + 7.5 && b.left < a.right + 7.5
    && a.top < b.bottom + 7.5 && b.top < a.bottom + 7.5;
  const tight = ([e, box]) => box.width < 31.5 || box.height < 31.5
    || ((box.width < 43.5 || box.height < 43.5) && targets.some(([other, its]) => {
      if (other === e) return false;
      const across = box.height < 43.5 && its.left < box.right && box.left < its.right;
      const along = box.width < 43.5 && its.top < box.bottom && box.top < its.bottom;
      return (across || along) && near(box, its);
    }));
  return targets.filter(tight).map(([e, box]) =>
    `too small to touch: ${Math.round(box.width)}x${Math.round(box.height)} ${e.outerHTML.slice(0, 110)}`).slice(0, 6);
}"""
"""Find targets below 44 pixels that are smaller than 32 pixels or have a neighbour closer than 8 pixels.

Elements behind a dialog cannot be touched and do not count.
"""
