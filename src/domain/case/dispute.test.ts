import { expect, it } from 'vitest'
import { isHeard } from './dispute.ts'

const asked = {
  ...{ ownerPapersBy: '2026-05-10', otherPapersBy: '2026-05-20' },
  ...{ ownerFiledAt: null, otherFiledAt: null },
}
const AT = '2026-05-01T09:00:00.000Z'

it('decides no dispute before both sides were asked for papers', () => {
  const notAsked = { ...asked, ownerPapersBy: null, otherPapersBy: null }
  expect(isHeard(notAsked, '2027-01-01')).toBe(false)
})

it('waits for each side until it has filed papers, or its day has passed', () => {
  expect(isHeard({ ...asked, ownerFiledAt: AT }, '2026-05-20')).toBe(false)
  expect(isHeard({ ...asked, ownerFiledAt: AT }, '2026-05-21')).toBe(true)
  expect(isHeard({ ...asked, ownerFiledAt: AT, otherFiledAt: AT }, '2026-05-02')).toBe(true)
  expect(isHeard(asked, '2026-05-20')).toBe(false)
  expect(isHeard(asked, '2026-05-21')).toBe(true)
})
