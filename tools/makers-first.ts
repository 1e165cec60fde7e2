import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Each makes a market that the others of its kind copy. */
const MAKERS = ['test/browser/pages-of-staff.test.ts', 'test/browser/journeys.test.ts']

/** Those first that make what others only copy: the other way round many would wait for one. */
export class MakersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own
    const inOrder = await super.sort(files)
    const makers = inOrder.filter(({ moduleId }) => MAKERS.some(path => moduleId.endsWith(path)))
    return [...makers, ...inOrder.filter(file => !makers.includes(file))]
  }
}
