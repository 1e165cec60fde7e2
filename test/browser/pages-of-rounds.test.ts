import { lookAt } from './pages.ts'

const round = '/markets/MK-SOM/round/RD-SOM-1'
const TABS = [
  ...['participants', 'projects', 'requirements', 'groups'],
  ...['declarations', 'reserve', 'documents', 'activity'],
]

lookAt('markets and rounds', {
  operator: [
    '/',
    '/markets',
    '/markets/MK-SOM',
    round,
    ...TABS.map(tab => `${round}?tab=${tab}`),
    '/markets/MK-SOM/round/RD-SOM-0/review',
    '/markets/MK-SOM/round/RD-SOM-0?tab=reserve',
    '/markets/MK-SOL/round/RD-SOL-2',
    '/markets/MK-SOM/round/RD-SOM-1/participation/RD-SOM-1-SU01-Supplier',
    // Dialogs: a side panel with fields, a confirmation, and a long form.
    `${round}?action=SetReserveInfo`,
    `${round}?action=Match`,
    '/markets/MK-SOL/round/RD-SOL-2?action=Update',
  ],
})
