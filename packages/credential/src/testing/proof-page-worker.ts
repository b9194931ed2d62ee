import '../holder/prove-worker.ts'
