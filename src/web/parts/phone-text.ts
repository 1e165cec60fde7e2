/** How the digits behind +44 and how many of them stand together, by how they begin: as Ofcom writes national numbers. */
const UNITED_KINGDOM: readonly (readonly [begins: RegExp, groups: readonly number[]])[] = [
  [/^2/, [2, 4, 4]],
  [/^(?:1\d1|11)/, [3, 3, 4]],
  [/^[389]/, [3, 3, 4]],
  [/^[17]/, [4, 6]],
]

/** A phone number for reading: `+447700900123` as `+44 7700 900123`. Of other countries, and of other lengths, as it is kept. */
export const phoneText = (phone: string): string => {
  const national = phone.startsWith('+44') ? phone.slice(3) : ''
  const [, groups] = UNITED_KINGDOM.find(([begins]) => begins.test(national)) ?? []
  if (!groups || national.length !== 10) return phone
  const ends = groups.map((_, at) => groups.slice(0, at + 1).reduce((sum, one) => sum + one, 0))
  return ['+44', ...groups.map((length, at) => national.slice(ends[at]! - length, ends[at]))].join(' ')
}
