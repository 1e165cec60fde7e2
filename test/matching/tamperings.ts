import type { MatchSolution } from '#domain/match-solution'
import type { Audit } from '#matching/audit'
import { exchangeTied, imported, inEngine, items, losing, lost, move, values, withoutLoser } from './spoil.ts'

/** One way to spoil an audit file, and what must be found in it then. */
export interface Tampering {
  name: string
  spoil: (audit: Audit, solution: MatchSolution) => void
  finding: RegExp
}

/** Everything that was ever tried on an audit of `tiedRound`, and what the verifier must say to it. */
export const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'a share is a penny higher',
    spoil: (_, { organisations }) => (organisations[0]!.share += 1),
    finding: /money is not the sum of its items/,
  },
  {
    name: 'a penny moves between two shares, with all that follows',
    spoil: (_, solution) => move(solution, 1),
    finding: /its share is \d+, not \d+/,
  },
  {
    name: 'another seed',
    spoil: (audit, solution) => inEngine(audit, solution, { seed: 1 }),
    finding: /The seed is not the published one, 7777/,
  },
  {
    name: 'a losing offer is removed, and the hash kept',
    spoil: withoutLoser,
    finding: /The result belongs to another problem/,
  },
  {
    name: 'a losing offer is removed, and the hash made up',
    spoil: (audit, solution) => {
      withoutLoser(audit, solution)
      audit.hash = solution.problemHash = '0'.repeat(64)
    },
    finding: /The result belongs to another problem/,
  },
  {
    name: 'a losing bid is a penny higher',
    spoil: ({ problem }) => (problem.requirements.find(({ id }) => id === 'R5')!.bid += 1),
    finding: /The result belongs to another problem/,
  },
  {
    name: 'a coalition is worth a penny more',
    spoil: audit => (values(audit)[2]![2] += 1),
    finding: /Beside the losers, .*: worth \d+ pence, and not \d+ as filed/,
  },
  {
    name: 'what a coalition uses is said to be less',
    spoil: audit => (values(audit)[0]![1] = 0),
    finding: /gives two values to one set/,
  },
  {
    name: 'a coalition is left out',
    spoil: audit => values(audit).pop(),
    finding: /gives no value to some sets/,
  },
  {
    name: 'a part has no values',
    spoil: audit => (audit.coalitions[0]!.blocks = []),
    finding: /Part 1 of the coalition values has no values/,
  },
  {
    name: 'there are no parts',
    spoil: (audit, solution) => {
      audit.coalitions = []
      inEngine(audit, solution, { batches: [] })
    },
    finding: /Beside the losers, .*: worth \d+ pence, and not 0 as filed/,
  },
  {
    name: 'coalitions are left out',
    spoil: audit => Reflect.deleteProperty(audit, 'coalitions'),
    finding: /Coalitions must be a list/,
  },
  {
    name: 'the objective is a penny higher',
    spoil: audit => (audit.objective += 1),
    finding: /The objective of the file is not that of its result/,
  },
  {
    name: 'the bound is a penny higher',
    spoil: audit => (audit.bound += 1),
    finding: /The bound of the file is not that of its result/,
  },
  {
    name: 'a critical price is a penny higher',
    spoil: (_, solution) => (losing(solution, 'price').critical! += 1),
    finding: /its critical price is \d+, not \d+/,
  },
  {
    name: 'another reason',
    spoil: (_, solution) => (losing(solution, 'price').reason = 'tie'),
    finding: /its reason tie does not follow/,
  },
  {
    name: 'another reason with its sentence, where only a solver can tell',
    spoil: (_, solution) => {
      const tied = losing(solution, 'tie')
      const other = losing({ ...solution, projects: [] }, 'price')
      tied.reason = 'price'
      tied.sentence = other.sentence
      tied.critical! += 1
    },
    finding: /its critical price is 2500000, not 2500001/,
  },
  {
    name: 'a sentence ends with a blank',
    spoil: (_, { projects }) => (projects[0]!.sentence += ' '),
    finding: /its sentence does not say what it won/,
  },
  {
    name: 'a tie is decided the other way',
    spoil: (_, solution) => exchangeTied(solution),
    finding: /The tie rule takes another match that is as good/,
  },
  {
    name: 'another number of matches as good',
    spoil: (_, { tie }) => (tie.alternatives += 1),
    finding: /The number of other matches as good, 3, is not right: 2 differ in whole items/,
  },
  {
    name: 'another step of the tie rule, with its note',
    spoil: (_, { tie }) => {
      tie.decidedBy = 2
      tie.note =
        'Several matches have the greatest surplus; the one that serves the most requirements was taken.'
    },
    finding: /Step 4 of the tie rule decided, not step 2/,
  },
  {
    name: 'a comparison is a penny higher',
    spoil: (_, { comparison }) => {
      comparison.vcg[0]!.share += 1
      comparison.vcg[0]!.payment -= 1
    },
    finding: /what the others would lose without it is \d+, not \d+/,
  },
  {
    name: 'a flow is a ten-thousandth larger',
    spoil: (_, { flows }) => (flows[0]!.units += 1),
    finding: /it does not get what it won/,
  },
  {
    name: 'a flow begins a day later',
    spoil: (_, { flows }) => (flows[0]!.start = '2027-06-02'),
    finding: /on 2027-06-01 it does not get what it won/,
  },
  {
    name: 'a flow keeps less in reserve',
    spoil: (_, { flows }) => (flows[0]!.reserved -= 1),
    finding: /its reserve is short/,
  },
  {
    name: 'a bid was made at another time',
    spoil: ({ problem }) => (problem.requirements[1]!.bidAt = '2026-09-01T00:00:00.000Z'),
    finding: /The result belongs to another problem/,
  },
  {
    name: 'exact shares are said not to be',
    spoil: (_, solution) => {
      solution.exact = false
      solution.shareHalfWidth = 5
    },
    finding: /Whether the shares are exact does not fit how sure they are/,
  },
  {
    name: 'another version of the engine',
    spoil: (audit, solution) => inEngine(audit, solution, { version: '9' }),
    finding: /There is no such version of the engine/,
  },
  {
    name: 'another solver',
    spoil: (audit, solution) => inEngine(audit, solution, { solver: 'by hand' }),
    finding: /The solver is not the published one/,
  },
  {
    name: 'looser settings of the solver',
    spoil: (audit, solution) => inEngine(audit, solution, { options: { mip_rel_gap: 0.01 } }),
    finding: /The solver's settings are not the published ones/,
  },
  {
    name: 'how the parts were proven is left out',
    spoil: (audit, solution) => inEngine(audit, solution, { parts: undefined }),
    finding: /A result says how every part was proven/,
  },
  {
    name: 'batches of a part that is exact',
    spoil: (audit, solution) => inEngine(audit, solution, { batches: solution.engine.batches.map(() => 99) }),
    finding: /The batches of the file is not that of its result/,
  },
  {
    name: 'all critical prices are erased, and said to be missing',
    spoil: (audit, solution) => {
      inEngine(audit, solution, { criticalPrices: 0 })
      for (const item of items(solution)) item.critical = null
      Object.assign(losing(solution, 'tie'), {
        reason: 'price',
        sentence: losing({ ...solution, projects: [] }, 'price').sentence,
      })
      solution.warnings.push('Some critical prices are missing, because finding them took too long.')
    },
    finding: /Requirement R5: its critical price is missing; it is 5000000/,
  },
  {
    name: 'the result is called imported',
    spoil: imported,
    finding: /The match is called imported, and yet was made by the engine/,
  },
  {
    name: 'the result is called imported, and ten pounds move between two winners',
    spoil: (audit, solution) => {
      imported(audit, solution)
      move(solution, 1_000)
    },
    finding: /The match is called imported, and yet was made by the engine/,
  },
  {
    name: 'something more is said',
    spoil: (_, solution) => Object.assign(solution, { note: 'x' }),
    finding: /Solution: note is not known/,
  },
  {
    name: 'a project has another name',
    spoil: ({ problem }) => (problem.projects[0]!.name = 'Another'),
    finding: /The result belongs to another problem/,
  },
  {
    name: 'the match is said not to be proven',
    spoil: (_, solution) => (solution.proven = false),
    finding: /The match is not proven, and yet priced/,
  },
  {
    name: 'a loser is left out',
    spoil: (_, solution) => {
      const { id } = lost(solution)
      solution.projects = solution.projects.filter(one => one.id !== id)
    },
    finding: /Not every project has one result/,
  },
  {
    name: 'a group is said to have another winner',
    spoil: (_, { groups }) => (groups[0]!.winnerIds = ['P2']),
    finding: /Group G1: what is said of it is not true/,
  },
  {
    name: 'a warning is made up',
    spoil: (_, { warnings }) => warnings.push('All is well.'),
    finding: /The warnings are not those that follow from the round/,
  },
]
