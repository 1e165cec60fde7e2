import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { TaskList } from './task-list.tsx'

const WHY = 'It is too late for this market round'

const drawn = (end: string): string =>
  renderToString(
    <MemoryRouter>
      <TaskList
        of={{ id: 'P1', kind: 'project' }}
        preparation={{
          tasks: [],
          registering: {
            ...{ state: 'cannot start yet', why: WHY, action: null, blockedBy: [] },
            ...{ start: '2020-01-01', end },
          },
        }}
      />
    </MemoryRouter>,
  )

it('says above the tasks that it is too late, and says it once', () => {
  const page = drawn('2020-02-01')
  expect(page.indexOf(WHY)).toBeLessThan(page.indexOf('<ol'))
  expect(page.split(WHY)).toHaveLength(2)
})

it('says at the last task what prevents registration while the window is open', () => {
  const page = drawn('9999-02-01')
  expect(page.indexOf(WHY)).toBeGreaterThan(page.indexOf('<ol'))
})
