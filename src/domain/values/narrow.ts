/** Says whether a value is one of a fixed list of strings. */
export const isOneOf = <const T extends string>(words: readonly T[], value: unknown): value is T =>
  words.some(word => word === value)

/** Says whether an object has this own property. */
export const isKeyOf = <T extends object>(holder: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(holder, name)

/** Own keys of an object; use it only if the object has exactly the properties of its type. */
export const keysOf = <T extends object>(holder: T): (keyof T & string)[] =>
  Object.keys(holder).filter((name): name is keyof T & string => isKeyOf(holder, name))

/** Message of any thrown value. */
export const errorMessageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
