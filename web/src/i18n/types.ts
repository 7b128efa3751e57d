/** A text with `{name}` places, or its forms by plural category; those are chosen by the parameter `n`. */
export type Text = string | { readonly other: string; readonly [category: string]: string };

/** What the dictionary of another language must hold, no more and no less, to match the reference. */
export type Translation<Reference> = {
  readonly [Key in keyof Reference]: Reference[Key] extends string ? string : { one: string; other: string };
};

type Places<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Names<T> = T extends string ? Places<T> : 'n' | Places<T[keyof T]>;

/** The parameters that a text asks for. */
export type Params<T> = { [Name in Names<T>]: Name extends 'n' ? number : string | number };
