import { describePages } from './pages.ts'

const round = '/markets/MK-SOM/round/RD-SOM-1'
const settled = '/markets/MK-SOM/round/RD-SOM-0'
const solent = '/markets/MK-SOL/round/RD-SOL-2'

describePages('markets and rounds', {
  operator: {
    kept: [
      ...['/', '/markets', '/markets/MK-SOM', round, settled, solent],
      ...['participants', 'projects', 'requirements', 'groups', 'declarations', 'documents'].map(
        tab => `${round}?tab=${tab}`,
      ),
      ...[`${settled}/review`, `${settled}?tab=reserve`],
      // Dialogs: a side panel with fields, a confirmation, and long forms.
      ...['Match', 'SetReserveInfo'].map(action => `${round}?action=${action}`),
      `${solent}?action=Update`,
    ],
    others: [
      ...['reserve', 'activity'].map(tab => `${round}?tab=${tab}`),
      '/markets/MK-SOM/round/RD-SOM-1/participation/RD-SOM-1-SU01-Supplier',
      `${solent}?action=RecordParticipant`,
    ],
    short: ['/'],
  },
})
