import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Makes the market that most others copy. It belongs to no proof, so that every whole run has it. */
const MAKER = 'test/browser/both-sides.test.ts'

/** Projects of vitest that need no market. */
const WITHOUT_MARKET = ['small', 'random']

/**
 * First the file that makes what others only copy, and next to it those that copy nothing: in any other order many would
 * wait for one.
 */
export class MakerFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification): number =>
      moduleId.endsWith(MAKER) ? 0 : WITHOUT_MARKET.includes(project.name) ? 1 : 2
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own
    const inOrder = await super.sort(files)
    return inOrder.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
