export default {
  'common.close': 'Schließen',
} as const;
