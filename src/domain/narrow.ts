/** Is this one of a fixed list of words? */
export const isOneOf = <const T extends string>(words: readonly T[], value: unknown): value is T =>
  words.some(word => word === value)

/** Is this the name of something that an object holds itself? */
export const isKeyOf = <T extends object>(holder: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(holder, name)

/** The names of what an object holds; only of objects that hold nothing besides what their type says. */
export const keysOf = <T extends object>(holder: T): (keyof T & string)[] =>
  Object.keys(holder).filter((name): name is keyof T & string => isKeyOf(holder, name))

/** What went wrong, in the words of whatever was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
