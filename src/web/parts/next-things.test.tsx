import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { NextThing } from '#contract/resource'
import { NextThings } from './next-things.tsx'

const drawn = (thing: NextThing) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NextThings things={[thing]} />
    </MemoryRouter>,
  )

test('a step on one thing opens its form, one on several leads to where they are listed', () => {
  const step = { text: 'Approve', detail: null, link: '/markets/M/round/R?tab=agents', action: 'SetApproval' }
  expect(drawn({ ...step, on: { kind: 'agentAuthority', id: 'A1' } })).toContain('action=SetApproval')
  const several = drawn({ ...step, on: { kind: 'agentAuthority', id: null } })
  expect(several).toContain('href="/markets/M/round/R?tab=agents"')
})
