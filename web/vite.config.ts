import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { compressFiles } from './build/compress-files.ts';
import { themeVariables } from './build/theme-variables.ts';
import { writePages } from './build/write-pages.ts';

const server = 'http://localhost:3000';

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/navigation/route-tree.gen.ts`,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    themeVariables(),
    ...(isSsrBuild ? [] : [writePages(), compressFiles()]),
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
