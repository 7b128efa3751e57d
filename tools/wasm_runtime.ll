; Memory for kernels and for the host's arrays, in LLVM's assembly: what Numba's runtime provides on other machines.
;
; A block begins with a header of 32 bytes, Numba's: the number of references, the destructor, here 0, its argument, here
; the block's list, the address of the data, and its size. Blocks of up to 1 MiB have a power of two as size, and are
; kept in a list for each size when they are freed. Larger ones are never used again.

target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-unknown"
@__heap_base = external global i8
@top = internal global i32 0
@free = internal global [32 x i32] zeroinitializer

declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)

define i8* @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %align) {
start:
  %large = icmp ugt i64 %bytes, 2147483647
  br i1 %large, label %failed, label %sized
sized:
  %size = trunc i64 %bytes to i32
  %padded = add i32 %size, 32
  %less = sub i32 %padded, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 false)
  %log = sub i32 32, %zeros
  %power = shl i32 1, %log
  %is_small = icmp ule i32 %power, 1048576
  %rounded_up = add i32 %padded, 15
  %rounded = and i32 %rounded_up, -16
  %whole = select i1 %is_small, i32 %power, i32 %rounded
  %kind = select i1 %is_small, i32 %log, i32 0
  %list = getelementptr [32 x i32], [32 x i32]* @free, i32 0, i32 %kind
  %first = load i32, i32* %list
  %found = icmp ne i32 %first, 0
  br i1 %found, label %reuse, label %extend
reuse:
  %next_at = inttoptr i32 %first to i32*
  %next = load i32, i32* %next_at
  store i32 %next, i32* %list
  br label %done
extend:
  %old = load i32, i32* @top
  %unset = icmp eq i32 %old, 0
  %base = ptrtoint i8* @__heap_base to i32
  %from = select i1 %unset, i32 %base, i32 %old
  %from_up = add i32 %from, 15
  %begin = and i32 %from_up, -16
  %end = add i32 %begin, %whole
  %wrapped = icmp ult i32 %end, %begin
  br i1 %wrapped, label %failed, label %fits
fits:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %last = sub i32 %end, 1
  %last_page = lshr i32 %last, 16
  %enough = icmp ult i32 %last_page, %pages
  br i1 %enough, label %taken, label %grow
grow:
  %needed = add i32 %last_page, 1
  %more = sub i32 %needed, %pages
  %grown = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %refused = icmp eq i32 %grown, -1
  br i1 %refused, label %failed, label %taken
taken:
  store i32 %end, i32* @top
  br label %done
done:
  %block = phi i32 [ %first, %reuse ], [ %begin, %taken ]
  %data = add i32 %block, 32
  %count_at = inttoptr i32 %block to i64*
  store i64 1, i64* %count_at
  %no_destructor = add i32 %block, 8
  %no_destructor_at = inttoptr i32 %no_destructor to i32*
  store i32 0, i32* %no_destructor_at
  %kind_place = add i32 %block, 12
  %kind_at = inttoptr i32 %kind_place to i32*
  store i32 %kind, i32* %kind_at
  %data_place = add i32 %block, 16
  %data_at = inttoptr i32 %data_place to i32*
  store i32 %data, i32* %data_at
  %size_place = add i32 %block, 24
  %size_at = inttoptr i32 %size_place to i64*
  store i64 %bytes, i64* %size_at
  %result = inttoptr i32 %block to i8*
  ret i8* %result
failed:
  ret i8* null
}

define void @NRT_MemInfo_call_dtor(i8* %pointer) {
  %block = ptrtoint i8* %pointer to i32
  %kind_place = add i32 %block, 12
  %kind_at = inttoptr i32 %kind_place to i32*
  %kind = load i32, i32* %kind_at
  %reusable = icmp ne i32 %kind, 0
  br i1 %reusable, label %keep, label %done
keep:
  %list = getelementptr [32 x i32], [32 x i32]* @free, i32 0, i32 %kind
  %next = load i32, i32* %list
  %next_at = inttoptr i32 %block to i32*
  store i32 %next, i32* %next_at
  store i32 %block, i32* %list
  br label %done
done:
  ret void
}

; The memory of a list. Lists in kernels contain numbers only, for which the destructor of elements has nothing to do.
define i8* @NRT_MemInfo_new_varsize_dtor(i64 %bytes, i8* %destructor) {
  %block = call i8* @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 16)
  ret i8* %block
}

; Numba uses it for integer exponents above 65536, which no kernel has; the optimizer calls it also where the result is
; not used.
define double @pow(double %base, double %exponent) {
  ret double 0x7FF8000000000000
}

; The product of two integers of 128 bits, each given as its low and its high half. Checks of the sizes of arrays use it.
define void @__multi3(i64* %product, i64 %a, i64 %a_high, i64 %b, i64 %b_high) {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %p00_high = lshr i64 %p00, 32
  %p01_low = and i64 %p01, 4294967295
  %p10_low = and i64 %p10, 4294967295
  %carried = add i64 %p00_high, %p01_low
  %middle = add i64 %carried, %p10_low
  %p00_low = and i64 %p00, 4294967295
  %middle_low = shl i64 %middle, 32
  %low = or i64 %p00_low, %middle_low
  store i64 %low, i64* %product
  %p01_high = lshr i64 %p01, 32
  %p10_high = lshr i64 %p10, 32
  %middle_high = lshr i64 %middle, 32
  %high1 = add i64 %p11, %p01_high
  %high2 = add i64 %high1, %p10_high
  %high3 = add i64 %high2, %middle_high
  %cross1 = mul i64 %a, %b_high
  %cross2 = mul i64 %a_high, %b
  %high4 = add i64 %high3, %cross1
  %high5 = add i64 %high4, %cross2
  %high_at = getelementptr i64, i64* %product, i32 1
  store i64 %high5, i64* %high_at
  ret void
}

; The host's memory: the address of new data, or 0.
define i32 @allocate(i32 %size) {
  %bytes = zext i32 %size to i64
  %block = call i8* @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 16)
  %failed = icmp eq i8* %block, null
  %place = ptrtoint i8* %block to i32
  %data = add i32 %place, 32
  %result = select i1 %failed, i32 0, i32 %data
  ret i32 %result
}

define void @release(i32 %data) {
  %place = sub i32 %data, 32
  %block = inttoptr i32 %place to i8*
  call void @NRT_MemInfo_call_dtor(i8* %block)
  ret void
}
