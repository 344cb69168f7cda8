import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkChunkGroups, chunkGroups } from './build/chunks.ts';
import { compressFiles } from './build/compress-files.ts';
import { leaveOutSummaries } from './build/leave-out-summaries.ts';
import { themeVariables } from './build/theme-variables.ts';
import { writePages } from './build/write-pages.ts';

const server = 'http://localhost:3000';

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    leaveOutSummaries(),
    themeVariables(),
    ...(isSsrBuild ? [] : [checkChunkGroups(), writePages(), compressFiles()]),
  ],
  server: { proxy: { '/api': server, '/dev': server, '/sandbox': server } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    copyPublicDir: !isSsrBuild,
    sourcemap: false,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } }),
  },
}));
