/** A text with `{name}` placeholders, or its forms by plural category; the parameter `n` selects the form. */
export type Text = string | { readonly other: string; readonly [category: string]: string };

type Placeholders<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type ParameterNames<T> = T extends string ? Placeholders<T> : 'n' | Placeholders<T[keyof T]>;
/** The parameters of a text. */
export type Parameters<T> = { [Name in ParameterNames<T>]: Name extends 'n' ? number : string | number };
