/** Write a number with a real minus sign: browsers use a hyphen, which is shorter than a plus and may end a line. */
export const withMinus = (text: string): string => text.replace('-', '−');
