import { describe, expect, it } from 'vitest';
import { ownZone } from '../src/lib/format/dates.svelte';
import { hourText } from '../src/lib/table/slowTexts';

describe('the hour at which turns end', () => {
  it('names the time zone of other places only', () => {
    expect(hourText({ hour: 20, zone: ownZone() })).toMatch(/^(20:00|8:00\s?PM)$/);
    expect(hourText({ hour: 8, zone: 'America/New_York' })).toMatch(/^0?8:00.* \(America\/New York\)$/);
  });
});
