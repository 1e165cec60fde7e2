import { lookAt } from './pages.ts'

lookAt('their own market', {
  'sedgewhistle.su01': [
    '/',
    '/inbox?show=all',
    '/profile',
    '/projects/P101',
    '/markets/MK-SOM/round/RD-SOM-1',
    '/results/RD-SOM-0',
  ],
  'alba.bu01': ['/', '/credit-requirements/R001', '/results/RD-SOM-0'],
  'kezia.bu11': ['/', '/credit-requirements/R206?action=Comment'],
  bram: ['/', '/inbox'],
  'lpa.somerset': ['/', '/projects', '/credit-requirements', '/workbench', '/workbench?part=evidence'],
})
