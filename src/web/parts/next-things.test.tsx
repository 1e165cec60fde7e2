import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { NextStep } from '#contract/kit/resource'
import { NextSteps } from './next-things.tsx'

const drawn = (thing: NextStep) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NextSteps things={[thing]} />
    </MemoryRouter>,
  )

test('a step for one subject opens its form, one for several links to their list', () => {
  const step = { text: 'Approve', detail: null, link: '/markets/M/round/R?tab=agents', action: 'SetApproval' }
  expect(drawn({ ...step, on: { kind: 'agentAuthority', id: 'A1' } })).toContain('action=SetApproval')
  const several = drawn({ ...step, on: { kind: 'agentAuthority', id: null } })
  expect(several).toContain('href="/markets/M/round/R?tab=agents"')
})
