/** Connection options with which every database server plans alike, whatever its own settings, so that costs agree. */
export const STEADY_PLANS = Object.entries({
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
  synchronize_seqscans: 'off',
  random_page_cost: '1.1',
  effective_cache_size: '1GB',
  work_mem: '16MB',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')
