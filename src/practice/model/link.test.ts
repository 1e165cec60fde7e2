import { expect, it } from 'vitest'
import { EXAMPLES } from './examples.ts'
import { encodeSetting, decodeSetting } from './link.ts'

it.each([...EXAMPLES.values()])('the link of $name holds the whole setting', ({ setting }) => {
  const link = encodeSetting(setting)
  expect(decodeSetting(link)).toEqual(setting)
  expect(link.length).toBeLessThan(100)
  expect(encodeURI(link)).toBe(link)
})

const good = encodeSetting(EXAMPLES.get('worked')!.setting)

it.each([
  ['nothing', ''],
  ['words', 'hello'],
  ['another version', good.replace(/^1/, '2')],
  ['another scene', good.replace('1.0', '1.9')],
  ['one thing less', good.slice(0, good.lastIndexOf('.'))],
  ['one thing more', `${good}.1o-2n9c`],
  ['a figure without its pair', good.replace(/-[0-9a-z]+$/, '')],
  ['a price above what may be set', good.replace(/[0-9a-z]+$/, 'zzzzz')],
  ['a quantity of nothing', good.replace(/[0-9a-z]+-([0-9a-z]+)$/, '0-$1')],
  ['a third figure', `${good}-1`],
  ['an offer that is divided', good.replace(/\.([0-9a-z]+-[0-9a-z]+)\./, '.$1D.')],
  ['an impossible pairing', good.replace(/^(1\.0\.0\.)00/, '$109')],
  ['a reserve above half', good.replace(/^1\.0\.0/, '1.0.1f')],
  ['a sign', good.replace(/-/, '--')],
  ['a very long text', good + '.1'.repeat(10_000)],
])('%s is not a setting', (_, text) => expect(decodeSetting(text)).toBeNull())
