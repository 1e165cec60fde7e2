import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Makes the market that most others copy. */
const MAKER = 'test/browser/pages-of-staff.test.ts'

/** First the file that makes what others only copy: the other way round many would wait for one. */
export class MakerFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own
    const inOrder = await super.sort(files)
    const makers = inOrder.filter(({ moduleId }) => moduleId.endsWith(MAKER))
    return [...makers, ...inOrder.filter(file => !makers.includes(file))]
  }
}
